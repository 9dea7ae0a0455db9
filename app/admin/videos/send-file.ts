// One request with a file. XMLHttpRequest, because fetch does not report upload progress.

/** A failed upload. `sentence` is the specification's message, `detail` further information. */
export class UploadFailure extends Error {
  readonly sentence: string;
  readonly detail: string | undefined;
  /** The file itself is refused: too large, or of a wrong type. */
  readonly refusesFile: boolean;

  constructor(
    sentence: string,
    { detail, refusesFile = false }: { detail?: string | undefined; refusesFile?: boolean } = {},
  ) {
    super(sentence);
    this.name = 'UploadFailure';
    this.sentence = sentence;
    this.detail = detail;
    this.refusesFile = refusesFile;
  }
}

export type FileRequest = {
  method: 'PUT' | 'PATCH' | 'POST';
  url: string;
  headers: Record<string, string>;
  body: XMLHttpRequestBodyInit;
  signal: AbortSignal;
  /** Called with the bytes sent so far. */
  onSent: (bytes: number) => void;
};

/** Resolves with any status. Throws UploadFailure without a connection, and the signal's reason after an abort. */
export function sendFile(request: FileRequest): Promise<{ status: number; text: string }> {
  const { method, url, headers, body, signal, onSent } = request;
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason);
    const call = new XMLHttpRequest();
    call.open(method, url);
    for (const [name, value] of Object.entries(headers)) call.setRequestHeader(name, value);
    call.upload.onprogress = ({ loaded }) => onSent(loaded);
    call.onload = () => resolve({ status: call.status, text: call.responseText });
    call.onerror = () => reject(new UploadFailure('Network error during upload'));
    call.onabort = () => reject(signal.reason);
    signal.addEventListener('abort', () => call.abort(), { once: true });
    call.send(body);
  });
}
