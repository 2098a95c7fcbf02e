/** The kinds of files that may be sent as proof. */
export type MediaType = 'image/png' | 'image/jpeg' | 'application/pdf';

/** A file whose bytes are stored. */
export interface StoredFile {
  id: string;
  name: string;
  mediaType: MediaType;
  /** Bytes. */
  size: number;
  /** Of the bytes; a payer's, whose size is bounded elsewhere, has it, too. */
  sha256?: Buffer;
}

/** What one user may upload in an hour. */
export interface UploadTerms {
  perHour: number;
  bytesPerHour: number;
}

export const USUAL_UPLOADS: UploadTerms = { perHour: 240, bytesPerHour: 500 * 1024 * 1024 };
