/** The kinds of files that may be sent as proof. */
export type MediaType = 'image/png' | 'image/jpeg' | 'application/pdf';

/** A file whose bytes are stored. */
export interface StoredFile {
  id: string;
  name: string;
  mediaType: MediaType;
  /** Bytes. */
  size: number;
}
