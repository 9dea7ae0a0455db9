// Who did what, and when (Z7): sign-ins and administrative acts, newest first, for super admins.
import { paths } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/state-view.tsx';
import { useTableAddress } from '../../ui/use-table-address.ts';
import { AdminFrame } from '../admin-frame.tsx';
import { AdminGate } from '../admin-gate.tsx';
import { TableSkeleton } from '../table-skeleton.tsx';
import { TroubleView } from '../trouble-view.tsx';
import { adminTexts } from '../words.ts';
import { auditColumns } from './audit-columns.tsx';
import { AuditFilters } from './audit-filters.tsx';
import { useAuditLog } from './use-audit-log.ts';

/** The page of /admin/audit-log. */
export function AuditLogPage() {
  return (
    <AdminGate opens="super">
      {() => (
        <AdminFrame
          title="Audit Log"
          description="Newest first. Search, order and file are about the acts that are loaded below."
          back={{ to: paths.admin(), label: 'Back to Dashboard' }}
        >
          <Acts />
        </AdminFrame>
      )}
    </AdminGate>
  );
}

function Acts() {
  const { read, change } = useTableAddress();
  const wanted = { action: read('kind'), actor: read('who'), organizationId: read('organization') };
  const { acts, names, trouble, again, more, isLoadingMore } = useAuditLog(wanted);
  const filters = <AuditFilters wanted={wanted} onChange={change} />;
  const troubleView = trouble && <TroubleView title={adminTexts.failedAuditLog} trouble={trouble} again={again} />;
  return (
    <div className="flex flex-col gap-4">
      {filters}
      {acts ? (
        <>
          <DataTable
            label="Audit log"
            noun="act"
            searchLabel="Search the acts below"
            rows={acts}
            rowKey={({ id }) => String(id)}
            columns={auditColumns(names)}
            pageSize={Number.POSITIVE_INFINITY}
            empty={
              <EmptyState
                title="Nothing of this kind was noted"
                action={
                  <Button variant="secondary" onClick={() => change({ kind: '', who: '', organization: '' })}>
                    Show everything
                  </Button>
                }
              />
            }
          />
          {troubleView}
          {more && !trouble && (
            <Button variant="secondary" size="big" disabled={isLoadingMore} onClick={more} className="self-center">
              {isLoadingMore ? 'Loading...' : 'Load more'}
            </Button>
          )}
        </>
      ) : (
        (troubleView ?? <TableSkeleton label="Loading the audit log" />)
      )}
    </div>
  );
}
