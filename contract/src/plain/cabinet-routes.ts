// Cabinets, and what their phones send. A file of its own: the web's first visit does without it.

export const listCabinets = { method: 'GET', path: '/cabinets/', right: 'cabinets.read' } as const;
export const getCabinet = { method: 'GET', path: '/cabinets/:id/', right: 'cabinets.read' } as const;
export const getCabinetQr = {
  method: 'GET',
  path: '/cabinets/:id/get_qr/',
  right: 'phones.connect',
  stepUp: 'phones',
} as const;
export const connectCabinet = {
  method: 'POST',
  path: '/cabinets/:id/connect/',
  right: 'phones.connect',
  stepUp: 'phones',
} as const;
/** Beyond the specification. */
export const listCabinetHealth = { method: 'GET', path: '/cabinets/health/', right: 'cabinets.read' } as const;
export const getLastHeard = { method: 'GET', path: '/cabinets/:id/last_heard/', right: 'messages.read' } as const;
export const listCabinetChoices = {
  method: 'GET',
  path: '/cabinets/:id/get_bank_details/',
  right: 'cabinets.read',
} as const;
export const createCabinet = { method: 'POST', path: '/cabinets/', right: 'cabinets.edit' } as const;
export const updateCabinet = { method: 'POST', path: '/cabinets/:id/', right: 'cabinets.edit' } as const;
export const toggleCabinet = { method: 'POST', path: '/cabinets/:id/toggle/', right: 'cabinets.edit' } as const;
export const blockCabinet = { method: 'POST', path: '/cabinets/:id/block_forever/', right: 'cabinets.edit' } as const;
export const resetCabinetDeals = {
  method: 'POST',
  path: '/cabinets/:id/reset_deals/',
  right: 'cabinets.edit',
} as const;
export const resetCabinetSum = {
  method: 'POST',
  path: '/cabinets/:id/reset_sum_deals/',
  right: 'cabinets.edit',
} as const;

// Pings and notifications
export const listPings = { method: 'GET', path: '/devicenotificationpings/', right: 'messages.read' } as const;
export const listNotifications = { method: 'GET', path: '/devicenotifications/', right: 'messages.read' } as const;
export const getNotificationTotals = {
  method: 'GET',
  path: '/devicenotifications/totals/',
  right: 'messages.read',
} as const;
/** Banks whose messages are read less than usual: those of the trader's requisites. */
export const listUnreadBanks = { method: 'GET', path: '/unread_banks/', right: 'messages.read' } as const;
export const getNotification = { method: 'GET', path: '/devicenotifications/:id/', right: 'messages.read' } as const;
