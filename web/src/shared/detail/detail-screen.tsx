import type { TFunction } from 'i18next';
import type { ComponentType, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import type ru from '../i18n/ru.json';
import type texts from '../i18n/screens.ru.json';
import { titleId } from '../lib/format-id';
import { paths } from '../lib/paths';
import { type Preload, PRELOAD, type QueryCall } from '../lib/query-call';
import { usePolling } from '../lib/use-polling';
import { DetailFrame } from './detail-frame';
import { FactsSkeleton } from './facts';
import { PageNotFound } from '../ui/page-not-found';
import { Boundary, Made } from '../ui/boundary';
import { ErrorState, StaleNote } from '../ui/states';

interface Body<Item> {
  /** Beside the title: a status. */
  badge?: (item: Item) => ReactNode;
  /** They stick to the bottom of a phone, which has room for two; `tools` do not. */
  actions?: (item: Item) => ReactNode;
  tools?: (item: Item) => ReactNode;
  body: (item: Item, t: TFunction, refetch: () => unknown) => ReactNode;
}

/** An item that is shown as a form, which has the frame of every form. */
interface Form<Item> {
  form: (item: Item, frame: { back: { to: string; label: string }; note: ReactNode }) => ReactNode;
}

type SectionName = keyof typeof ru.sections;

type DetailDefinition<Item> = (Body<Item> | Form<Item>) & {
  /** Its texts are `details.<name>`. */
  name: keyof typeof texts.details;
  /** The way back; the name when absent. */
  section?: SectionName;
  call: QueryCall<string, Item>;
  /** The item's name in the title: the beginning of its id when absent. */
  titleOf?: (id: string, item: Item | undefined) => string;
  /** It may change while someone looks at it. */
  live?: true;
};

/** A part that fails alone. */
const part = (make: () => ReactNode) => (
  <Boundary>
    <Made by={make} />
  </Boundary>
);

/** It was there, and is not for this user to see any longer. */
const isGone = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'status' in error && error.status === 404;

/** A page of one thing from its definition: the way back, the title, what can be done, and what there is to know. */
export function detailScreen<Item>(definition: DetailDefinition<Item>): { Component: ComponentType; preload: Preload } {
  const { name, section = name, call, titleOf = titleId, live = false } = definition;
  const { useQuery } = call;

  function Detail({ id }: { id: string }) {
    const { t } = useTranslation();
    // Only `currentData` belongs to this address: `data` may still be the previous item.
    const { currentData, isError, error, refetch } = useQuery(id, usePolling(live));
    const back = { to: paths[section], label: t(`sections.${section}`) };
    const note = isError && <StaleNote onRetry={refetch} />;
    if ('form' in definition && currentData !== undefined) {
      const failed = (
        <DetailFrame title={t(`details.${name}.title`, { id: titleId(id) }).trim()} back={back}>
          <ErrorState title={t('errors.notShown')} onRetry={refetch} />
        </DetailFrame>
      );
      return (
        <Boundary fallback={failed}>
          <Made by={() => definition.form(currentData, { back, note })} />
        </Boundary>
      );
    }

    const item = isError && isGone(error) ? undefined : currentData;
    const title = t(`details.${name}.title`, { id: titleOf(id, currentData) }).trim();
    if (item === undefined || 'form' in definition) {
      return (
        <DetailFrame title={title} back={back}>
          {isError ? (
            <ErrorState title={t(`details.${name}.failed`)} error={error} onRetry={refetch} />
          ) : (
            <FactsSkeleton />
          )}
        </DetailFrame>
      );
    }
    const { badge, actions, tools, body } = definition;
    return (
      <DetailFrame
        title={title}
        back={back}
        badge={badge && part(() => badge(item))}
        note={note}
        actions={actions && part(() => actions(item))}
        tools={tools && part(() => tools(item))}
      >
        {part(() => body(item, t, refetch))}
      </DetailFrame>
    );
  }
  return {
    Component: () => <ById page={Detail} />,
    preload: ({ params: { id = '' } }) => call.initiate(id, PRELOAD),
  };
}

function ById({ page: Page }: { page: ComponentType<{ id: string }> }) {
  const { id } = useParams();
  return id ? <Page id={id} /> : <PageNotFound />;
}
