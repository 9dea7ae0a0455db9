// The lines of the access matrix for certificates and badges: anybody may verify what they have the serial of.
import { all, type Line, signedInTo } from '../access-statuses.ts';

const nobody = () => ({ at: { serial: 'GW-NOBODY' } });

export const CERTIFICATE_LINES: Record<string, Line> = {
  'GET /api/certificates': [signedInTo(200)],
  'GET /api/certificates/:serial/badge.svg': [all(404), () => ({ at: { serial: 'nonsense' } })],
  'GET /api/certificates/:serial/own-badge': [signedInTo(404), () => ({ at: { serial: 'nonsense' } })],
  'GET /api/certificates/:serial': [all(404), nobody],
  'GET /api/certificates/:serial/pdf': [all(404), nobody],
  'GET /api/certificates/:serial/badge': [all(404), nobody],
  'GET /api/certificates/:serial/badge/status': [all(404), nobody],
  'GET /api/badges/issuer': [all(200)],
  'GET /api/badges/keys': [all(200)],
  'GET /api/badges/keys/:kid': [all(404), () => ({ at: { kid: 'none' } })],
};
