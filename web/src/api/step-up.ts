import {
  PASSWORD_REQUIRED,
  type Proof,
  PROOFS,
  STEP_UP_HEADER,
  STEP_UP_PURPOSES,
  type StepUpPurpose,
} from '@kantor/contract/plain/step-up.ts';
import type { FetchArgs, FetchBaseQueryError } from '@reduxjs/toolkit/query/react';
import { createStore } from '@/shared/lib/create-store';
import { readProblem } from '@/shared/lib/problem';
import { storedSession } from './stored-session';

// A call that needs the password again: the server refuses it, one dialog asks, and the call goes out once more.

/** The password that somebody waits for; a dialog of the shell asks for it. */
interface StepUpQuestion {
  purpose: StepUpPurpose;
  /** By what the person may prove themselves. */
  methods: readonly Proof[];
  /** Undefined: nothing was given. */
  settle: (token: string | undefined) => void;
}

export const stepUpQuestion = createStore<StepUpQuestion | undefined>(undefined);

/** What a refused call needs a proof for, and which; undefined for any other failure. */
export type Asked = Omit<StepUpQuestion, 'settle'>;

/** The kinds of proof that a refusal names. */
export function methodsOf(error: unknown): readonly Proof[] {
  const { methods } = (error as { data?: { methods?: unknown } }).data ?? {};
  return Array.isArray(methods) ? PROOFS.filter((known) => methods.includes(known)) : [];
}

export function askedOf(error: FetchBaseQueryError | undefined): Asked | undefined {
  if (error === undefined || readProblem(error).code !== PASSWORD_REQUIRED) return undefined;
  const { purpose } = error.data as { purpose?: unknown };
  const asked = STEP_UP_PURPOSES.find((known) => known === purpose);
  return asked && { purpose: asked, methods: methodsOf(error) };
}

/** The tokens of this tab's session. The server alone knows which are good. */
let given: { login: string | null; tokens: Map<StepUpPurpose, string> } = { login: null, tokens: new Map() };

function ownTokens(): Map<StepUpPurpose, string> {
  const login = storedSession.ownLogin();
  if (given.login !== login) given = { login, tokens: new Map() };
  return given.tokens;
}

/** The token that was given for a purpose before, once: one that the server refuses is not offered again. */
export function takeToken({ purpose }: Pick<Asked, 'purpose'>): string | undefined {
  const token = ownTokens().get(purpose);
  ownTokens().delete(purpose);
  return token;
}

export const keepToken = (purpose: StepUpPurpose, token: string): void => void ownTokens().set(purpose, token);

let lastQuestion: Promise<unknown> = Promise.resolve();

/** Asks for a proof, one question after another. @returns undefined when it was not given. */
export function askForStepUp(question: Asked): Promise<string | undefined> {
  const asked = lastQuestion.then(
    () =>
      new Promise<string | undefined>((resolve) => {
        const settle = (token: string | undefined) => {
          stepUpQuestion.set(undefined);
          resolve(token);
        };
        stepUpQuestion.set({ ...question, settle });
      }),
  );
  lastQuestion = asked;
  return asked;
}

/** The call with its token. */
export const withStepUp = (args: string | FetchArgs, token: string): FetchArgs => {
  const call = typeof args === 'string' ? { url: args } : args;
  return { ...call, headers: { ...(call.headers as Record<string, string> | undefined), [STEP_UP_HEADER]: token } };
};
