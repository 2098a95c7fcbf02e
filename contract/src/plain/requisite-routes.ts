// Calls about requisites. A file of its own: the web's first visit does without it.

export const listRequisites = { method: 'GET', path: '/bank_details/', right: 'requisites.read' } as const;
export const getRequisite = { method: 'GET', path: '/bank_details/:id/', right: 'requisites.read' } as const;
export const listRequisiteVersions = {
  method: 'GET',
  path: '/bank_details/:id/history/',
  right: 'requisites.read',
} as const;
export const createRequisite = {
  method: 'POST',
  path: '/bank_details/',
  right: 'requisites.edit',
  stepUp: 'requisites',
} as const;
export const updateRequisite = {
  method: 'POST',
  path: '/bank_details/:id/',
  right: 'requisites.edit',
  stepUp: 'requisites',
  stepUpFor: 'other bank data',
} as const;
export const toggleRequisite = { method: 'POST', path: '/bank_details/:id/toggle/', right: 'requisites.edit' } as const;
export const archiveRequisite = {
  method: 'POST',
  path: '/bank_details/:id/archive/',
  right: 'requisites.edit',
} as const;
export const resetRequisiteDeals = {
  method: 'POST',
  path: '/bank_details/:id/reset_deals/',
  right: 'requisites.edit',
} as const;
