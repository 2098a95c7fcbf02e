import { beginRefresh } from '@/api/refresh';

// The smallest first step: the session is asked for while the rest of the code is still on its way.
beginRefresh();
void import('./main');
