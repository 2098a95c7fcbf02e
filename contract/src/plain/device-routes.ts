/** The API for the phone of a cabinet. How calls are signed: docs/phones.md. */
export const DEVICE_API_BASE = '/device/v1';

// Phones
export const pairDevice = { method: 'POST', path: '/pair' } as const;
export const sendPing = { method: 'POST', path: '/pings' } as const;
export const sendNotifications = { method: 'POST', path: '/notifications' } as const;
