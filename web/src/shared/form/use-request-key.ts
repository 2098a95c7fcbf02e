import { useState } from 'react';
import { readProblem } from '../lib/problem';

/** `crypto.randomUUID` is missing outside secure contexts. */
const newKey = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');

/** The server has decided, and made nothing. Anything else, a lost answer above all, may hide a success. */
const isRefusal = (error: unknown): boolean => {
  const { status } = readProblem(error);
  return status !== undefined && status >= 400 && status < 500 && status !== 408 && status !== 409;
};

interface RequestKey {
  read: () => string;
  /** A refusal ends the key's life; the next attempt is another request. */
  onFailure: (error: unknown) => void;
}

function createRequestKey(): RequestKey {
  let key: string | undefined;
  return {
    read: () => (key ??= newKey()),
    onFailure: (error) => {
      if (isRefusal(error)) key = undefined;
    },
  };
}

/** The `Idempotency-Key` of one form: kept until its answer, so that sending again after a lost answer makes nothing twice. */
export const useRequestKey = (): RequestKey => useState(createRequestKey)[0];
