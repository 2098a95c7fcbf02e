import { useEffect, useState } from 'react';
import { useDispatch } from 'react-redux';
import { type Found, search } from '@/api/search';
import type { SessionDispatch } from '@/session/session';

/** Whoever types is not asked after each letter. */
const PAUSE_MS = 150;

interface Answer {
  text: string;
  found: readonly Found[];
  isFailed: boolean;
}

/** What the server finds by a text. An answer that nobody waits for any more is broken off. */
export function useFound(typed: string): { found: readonly Found[]; isAsking: boolean; isFailed: boolean } {
  const text = typed.trim();
  const dispatch = useDispatch<SessionDispatch>();
  const [answer, setAnswer] = useState<Answer>({ text: '', found: [], isFailed: false });
  useEffect(() => {
    if (text === '') return undefined;
    let end = () => undefined as unknown;
    let isOver = false;
    const settle = (found: readonly Found[], isFailed: boolean) => {
      if (!isOver) setAnswer({ text, found, isFailed });
    };
    const timer = setTimeout(() => {
      const asked = dispatch(search.initiate({ text }, { subscribe: false, forceRefetch: true }));
      end = () => asked.abort();
      asked.unwrap().then(
        ({ results }) => settle(results, false),
        // A server of the specification alone has no such call: sections and actions are found as before.
        (error: { status?: unknown } | undefined) => settle([], error?.status !== 404),
      );
    }, PAUSE_MS);
    return () => {
      isOver = true;
      clearTimeout(timer);
      end();
    };
  }, [dispatch, text]);
  const isAsking = text !== '' && answer.text !== text;
  const isAnswered = text !== '' && !isAsking;
  return { found: isAnswered ? answer.found : [], isAsking, isFailed: isAnswered && answer.isFailed };
}
