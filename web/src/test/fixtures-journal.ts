/** A requisite's phone was changed. */
export const deedRow = {
  id: '01a1f82f-1e80-7165-bb6b-52bced39bae8',
  created_at: '2026-01-01T21:30:00.000Z',
  who: 'anna',
  person: '01a1f82f-1e80-7165-bb6b-52bced39bae9',
  from: { address: '203.0.113.7', browser: 'Firefox' },
  action: 'change-requisite',
  object: { kind: 'requisite', id: '01a1f82f-1e80-7165-bb6b-52bced39bae0' },
  before: { phone: '•4567' },
  after: { phone: '•0001' },
};
