import 'swagger-ui-dist/swagger-ui.css';
import { MERCHANT_API_BASE } from '@kantor/contract/plain/merchant-routes.ts';
import { Button, useComputedColorScheme } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import SwaggerUI from 'swagger-ui-dist/swagger-ui-es-bundle.js';
import { apiUrl } from '@/api/url';
import { ErrorState } from '@/shared/ui/states';
import classes from './api-reference.module.css';
import { oneMain } from './one-main';
import { useTexts } from './texts';

/** The document that shops' own tools read. */
const DOCUMENT = new URL(`${MERCHANT_API_BASE}/openapi.json`, apiUrl('')).href;

interface Described {
  tags: readonly { name: string }[];
}

async function readDocument(): Promise<Described> {
  const answer = await fetch(DOCUMENT);
  if (!answer.ok) throw new Error(`The document: ${answer.status}`);
  return (await answer.json()) as Described;
}

interface Viewer {
  element: HTMLElement;
  tags: readonly string[];
}

/** The viewer has no end of its own: it is made once a visit, and its element goes where the page is. */
let viewer: Promise<Viewer> | undefined;

async function makeViewer(): Promise<Viewer> {
  const spec = await readDocument();
  const element = document.createElement('div');
  await new Promise<void>((resolve) => {
    // It draws in its own time, and says that it is done too early.
    const drawn = new MutationObserver(() => {
      if (element.querySelector('#operations') === null) return;
      drawn.disconnect();
      resolve();
    });
    drawn.observe(element, { childList: true, subtree: true });
    SwaggerUI({
      domNode: element,
      spec,
      docExpansion: 'list',
      // Shapes stand where they are used.
      defaultModelsExpandDepth: -1,
      // Nothing is sent from here, and no third party judges the document.
      supportedSubmitMethods: [],
      validatorUrl: null,
      deepLinking: false,
      plugins: [oneMain],
    });
  });
  element.addEventListener('click', stayHere);
  return { element, tags: spec.tags.map(({ name }) => name) };
}

const nameOfHead = (text: string): string => text.trim().toLowerCase().replaceAll(/\s+/g, '-');

/** The viewer gives the guide's heads no names, and opens links to them in new tabs. */
function stayHere(event: Event) {
  const { target, currentTarget } = event;
  if (!(target instanceof Element) || !(currentTarget instanceof Element)) return;
  const link = target.closest<HTMLAnchorElement>('a[href^="#"]');
  if (link === null) return;
  event.preventDefault();
  const name = decodeURIComponent(link.hash.slice(1));
  const heads = [...currentTarget.querySelectorAll('.info :is(h2, h3, h4)')];
  heads.find(({ textContent }) => nameOfHead(textContent) === name)?.scrollIntoView();
}

/** The merchant API, call by call. */
export function Component() {
  const [tries, setTries] = useState(0);
  return <Reference key={tries} onRetry={() => setTries((n) => n + 1)} />;
}

function Reference({ onRetry }: { onRetry: () => void }) {
  const t = useTexts();
  const [shown, setShown] = useState<Viewer>();
  const [isFailed, setFailed] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    let isGone = false;
    const show = async () => {
      try {
        const made = await (viewer ??= makeViewer());
        if (isGone) return;
        place.current?.replaceChildren(made.element);
        setShown(made);
      } catch {
        viewer = undefined;
        if (!isGone) setFailed(true);
      }
    };
    void show();
    return () => {
      isGone = true;
    };
  }, []);
  useDarkClass();
  return (
    <section className={classes.reference} aria-label={t('webhooks:docs')} aria-busy={!shown && !isFailed}>
      {shown && <Contents {...shown} />}
      {isFailed && <ErrorState title={t('webhooks:reference.failed')} onRetry={onRetry} />}
      <div ref={place} />
    </section>
  );
}

/** The guide comes first, and is long: these lead to the calls. */
function Contents({ element, tags }: Viewer) {
  const t = useTexts();
  const go = (tag: string) => {
    const head = element.querySelector<HTMLElement>(`[data-tag="${CSS.escape(tag)}"]`);
    head?.scrollIntoView();
    head?.querySelector<HTMLElement>('button')?.focus({ preventScroll: true });
  };
  return (
    <div className={classes.contents} role="group" aria-label={t('webhooks:reference.contents')}>
      {tags.map((tag) => (
        <Button key={tag} size="xs" variant="default" onClick={() => go(tag)}>
          {tag}
        </Button>
      ))}
    </div>
  );
}

/** The viewer's name for a dark page, on the root. */
const DARK = 'dark-mode';

function useDarkClass() {
  const isDark = useComputedColorScheme('light') === 'dark';
  useEffect(() => {
    const { classList } = document.documentElement;
    classList.toggle(DARK, isDark);
    return () => classList.remove(DARK);
  }, [isDark]);
}
