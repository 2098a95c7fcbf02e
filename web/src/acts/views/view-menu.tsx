import { isViewList, type ViewList } from '@kantor/contract/plain/views.ts';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useGetViewsQuery, type View } from '@/api/views';
import { useUser } from '@/session/use-user';
import { useViewTexts } from '@/shared/i18n/views';
import { useListAddress } from '@/shared/list/beside';
import type { ViewsProps } from '@/shared/list/views-slot';
import { MenuButton, type MenuItem } from '@/shared/menu/menu-button';
import { useDefaultView } from './use-default-view';
import { isSameQuery, viewQuery } from './view-query';
import classes from './views.module.css';

const ColumnsDialog = lazy(() => import('./columns-dialog'));
const SaveDialog = lazy(() => import('./save-dialog'));
const ManageDialog = lazy(() => import('./manage-dialog'));

/** With fewer columns there is nothing to choose from. */
const MANY_COLUMNS = 4;

/** «Вид» of a list: its named views, and which columns it shows. */
export default function ViewMenu({ section, columns, ...props }: ViewsProps) {
  const { t } = useTranslation();
  const all = columns(t);
  const hasViews = useUser()?.rights !== undefined;
  if (all.length < MANY_COLUMNS) return null;
  return <Menu {...props} all={all} name={hasViews && isViewList(section) ? section : undefined} />;
}

interface MenuProps extends Pick<ViewsProps, 'list' | 'shown'> {
  all: readonly { id: string; header: string }[];
  /** Of a list that has views. */
  name: ViewList | undefined;
}

function Menu({ name, list, all, shown }: MenuProps) {
  const t = useViewTexts();
  const navigate = useNavigate();
  const { pathname, object } = useListAddress();
  const [open, setOpen] = useState<'save' | 'columns' | 'manage'>();
  const { data: views = [], isSuccess } = useGetViewsQuery({ list: name ?? 'orders' }, { skip: name === undefined });
  useDefaultView(isSuccess ? views : undefined, object !== undefined);
  const query = viewQuery(list.scope);
  const show = (search: string) => void navigate({ pathname, search }, { preventScrollReset: true });

  const item = (view: View): MenuItem => ({
    text: titleOf(t, view),
    isCurrent: isSameQuery(view.query, query),
    onPick: () => show(view.query),
  });
  const close = () => setOpen(undefined);
  const items: MenuItem[] = [
    ...(views.length > 0 ? [{ text: t('views:plain'), isCurrent: query === '', onPick: () => show('') }] : []),
    ...views.map(item),
    ...(name === undefined ? [] : [{ text: t('views:save'), isApart: true, onPick: () => setOpen('save') }]),
    { text: t('views:columns'), onPick: () => setOpen('columns') },
    ...(views.length > 0 ? [{ text: t('views:manage'), onPick: () => setOpen('manage') }] : []),
  ];
  return (
    <div className={classes.frame}>
      <MenuButton
        label={t('views:title')}
        text={t('views:title')}
        itemsLabel={t('views:items')}
        isOfPage
        items={items}
      />
      <Suspense>
        {open === 'columns' && (
          <ColumnsDialog all={all} shown={shown.map(({ id }) => id)} onChoose={list.setColumns} onClose={close} />
        )}
        {open === 'save' && name !== undefined && (
          <SaveDialog list={name} query={query} views={views} onClose={close} />
        )}
        {open === 'manage' && name !== undefined && (
          <ManageDialog list={name} query={query} views={views} onClose={close} />
        )}
      </Suspense>
    </div>
  );
}

function titleOf(t: ReturnType<typeof useViewTexts>, view: View): string {
  if (!view.is_own) return t('views:of', { name: view.name, who: view.made_by });
  return view.is_shared ? t('views:shared', { name: view.name }) : view.name;
}
