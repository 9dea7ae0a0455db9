// The areas of administration: what the side bar lists, on a tablet the line above a page, and on a phone the menu beside its title.
import { t } from '@lingui/core/macro';
import {
  BookOpen,
  Building2,
  ChartLine,
  Clapperboard,
  HardHat,
  House,
  type LucideIcon,
  Mail,
  Plug,
  ScrollText,
  TabletSmartphone,
  Users,
} from 'lucide-react';
import type { Profile } from '#sync/contract/profile.ts';
import { isInside, paths } from '../../paths.ts';

/** `isForSupers`: for super admins alone; `isForOne`: for the admins of one organization. */
export type Area = {
  label: string;
  icon: LucideIcon;
  to: string;
  also?: readonly string[];
  isForSupers?: true;
  isForOne?: true;
};

const QUIZ_PAGES = [paths.adminQuizAnalytics(), paths.organizationQuizAnalytics()];

const AREAS: readonly Area[] = [
  { label: t`Overview`, icon: House, to: paths.admin(), also: [paths.adminDashboard(), paths.adminReport()] },
  { label: t`People`, icon: Users, to: paths.adminPeople() },
  { label: t`Groups`, icon: HardHat, to: paths.adminGroups(), isForOne: true },
  { label: t`Organizations`, icon: Building2, to: paths.adminOrganizations(), isForSupers: true },
  { label: t`Courses`, icon: BookOpen, to: paths.adminCourses(), also: [paths.createCourse()] },
  { label: t`Invitations`, icon: Mail, to: paths.adminInvitations() },
  { label: t`Analytics`, icon: ChartLine, to: paths.analytics(), also: QUIZ_PAGES },
  { label: t`Videos`, icon: Clapperboard, to: paths.adminVideos() },
  { label: t`Devices`, icon: TabletSmartphone, to: paths.adminTablets() },
  { label: t`Integrations`, icon: Plug, to: paths.adminIntegrations() },
  { label: t`Audit log`, icon: ScrollText, to: paths.adminAuditLog() },
];

/** A super admin's lists are those of the whole installation, at the addresses that the specification names (R-R1). */
const SUPERS: Record<string, string> = {
  [paths.adminPeople()]: paths.adminUsers(),
  [paths.adminInvitations()]: paths.adminEnterprise(),
};

/** The areas that this admin may open. */
export const areasOf = ({ is_super_admin: isSuper }: Pick<Profile, 'is_super_admin'>): readonly Area[] =>
  isSuper
    ? AREAS.filter(({ isForOne }) => !isForOne).map((area) => ({
        ...area,
        to: SUPERS[area.to] ?? area.to,
        also: [area.to, ...(area.also ?? [])],
      }))
    : AREAS.filter(({ isForSupers }) => !isForSupers);

/** Whether a page belongs to an area. Every page of administration lies below the overview, which is its own page alone. */
export const isIn = ({ to, also = [] }: Area, pathname: string): boolean =>
  to === paths.admin() ? [to, ...also].includes(pathname) : isInside(pathname, to, ...also);
