import { beginSession } from './begin-session';
import { showScheme } from './show-scheme';

// The page runs this before all else: what needs no library is done while the libraries are still on their way.
beginSession();
showScheme();
