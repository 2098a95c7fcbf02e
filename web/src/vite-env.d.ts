/// <reference types="vite/client" />

interface ImportMetaEnv {
  /** The base path of the calls, with a slash at both ends; `/api/v1/` when absent. */
  readonly VITE_API_BASE?: string;
}
