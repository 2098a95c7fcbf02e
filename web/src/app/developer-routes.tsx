import { Navigate, type RouteObject, useLocation, useParams } from 'react-router';
import { DeveloperPage } from '@/features/developer/developer-page';
import { addressOfPart, PARTS } from '@/features/developer/parts';
import { paths } from '@/shared/lib/paths';
import { form, screen, section } from './screen-routes';

/** What was asked of the journal, when there was one page of webhooks, is asked of it where it is now. */
function OldWebhooks() {
  const { id } = useParams();
  const { search } = useLocation();
  const pathname = id === undefined ? paths.webhooks : paths.webhook(id);
  return <Navigate replace to={id === undefined && search === '' ? paths.developer : { pathname, search }} />;
}

/** The page for a merchant's programmer, inside the shell. */
export const developerRoutes: RouteObject[] = [
  section('developer', [
    {
      Component: DeveloperPage,
      children: PARTS.map((part) => form(part.right, addressOfPart(part), part.load)),
    },
    screen(`${paths.webhooks}/:id`, () => import('@/features/developer/webhook-details')),
  ]),
  { path: paths.oldWebhooks(), Component: OldWebhooks },
  { path: `${paths.oldWebhooks()}/:id`, Component: OldWebhooks },
];
