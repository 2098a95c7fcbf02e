import * as routes from '@kantor/contract/plain/routes.ts';
import type { Wire } from '@kantor/contract/wire/call.ts';
import type * as wire from '@kantor/contract/wire/inbox.ts';
import { read } from './reads';

export type Inbox = Wire<typeof wire.getInbox>;
export type InboxItem = Inbox['items'][number];
export const { useQuery: useGetInboxQuery } = read<typeof wire.getInbox>(routes.getInbox, 'Inbox');
