type Details = { detail?: string | undefined; refusesFile?: boolean };

/** A failed upload. */
export class UploadFailure extends Error {
  /** The specification's message. */
  readonly sentence: string;
  /** Further information. */
  readonly detail: string | undefined;
  /** The file itself is refused: too large, or of a wrong type. */
  readonly refusesFile: boolean;

  constructor(sentence: string, { detail, refusesFile = false }: Details = {}) {
    super(sentence);
    this.name = 'UploadFailure';
    this.sentence = sentence;
    this.detail = detail;
    this.refusesFile = refusesFile;
  }
}

/** 413 and 415 mean the same on every storage; our server has a code for the type. */
export const isOfFile = (status: number, code?: string) =>
  status === 413 || status === 415 || code === 'file_type_refused';
