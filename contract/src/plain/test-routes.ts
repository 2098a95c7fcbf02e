// The test world on the screens of a merchant. Its own file: only who looks at it needs these.
export const listTestOrders = { method: 'GET', path: '/testorders/', right: 'test_mode.read' } as const;
export const listTestPayouts = { method: 'GET', path: '/testpayouts/', right: 'test_mode.read' } as const;
export const listTestAppeals = { method: 'GET', path: '/testappeals/', right: 'test_mode.read' } as const;
export const getTestOrder = { method: 'GET', path: '/testorders/:id/', right: 'test_mode.read' } as const;
export const getTestPayout = { method: 'GET', path: '/testpayouts/:id/', right: 'test_mode.read' } as const;
export const getTestAppeal = { method: 'GET', path: '/testappeals/:id/', right: 'test_mode.read' } as const;
export const happenToTestOrder = { method: 'POST', path: '/testorders/:id/', right: 'test_mode.play' } as const;
export const happenToTestPayout = { method: 'POST', path: '/testpayouts/:id/', right: 'test_mode.play' } as const;
export const happenToTestAppeal = { method: 'POST', path: '/testappeals/:id/', right: 'test_mode.play' } as const;
