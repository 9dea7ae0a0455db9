/** The list of an organization's people; also its key, by which acts have it fetched again. */
export const membersPath = (organizationId: string) => `/api/enterprise/admin/organizations/${organizationId}/users`;
