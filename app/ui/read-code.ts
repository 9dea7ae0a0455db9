// Reads QR codes from a video: by the browser where it can, else by the library that draws ours, loaded only then.

/** What the browser's own reader is used of; TypeScript knows none yet. */
type BarcodeDetector = { detect(source: HTMLVideoElement): Promise<{ rawValue: string }[]> };
type BarcodeDetectors = {
  new (options: { formats: string[] }): BarcodeDetector;
  getSupportedFormats(): Promise<string[]>;
};

/** The text of a code in the present picture; undefined while there is none. */
type ReadCode = (video: HTMLVideoElement) => Promise<string | undefined>;

/** Large enough for our finest code, of 121 points, across half of the picture. */
const LONGEST_SIDE = 1280;

export async function codeReader(): Promise<ReadCode> {
  const { BarcodeDetector } = globalThis as { BarcodeDetector?: BarcodeDetectors };
  if (BarcodeDetector && (await BarcodeDetector.getSupportedFormats()).includes('qr_code')) {
    const detector = new BarcodeDetector({ formats: ['qr_code'] });
    return async (video) => (await detector.detect(video))[0]?.rawValue;
  }
  const { default: decode } = await import('qr/decode.js');
  const context = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  return async (video) => {
    const { videoWidth, videoHeight } = video;
    const scale = Math.min(1, LONGEST_SIDE / Math.max(videoWidth, videoHeight, 1));
    const [width, height] = [Math.round(videoWidth * scale), Math.round(videoHeight * scale)];
    if (!context || width === 0 || height === 0) return undefined;
    Object.assign(context.canvas, { width, height });
    context.drawImage(video, 0, 0, width, height);
    try {
      return decode(context.getImageData(0, 0, width, height));
    } catch {
      return undefined; // There is no code in this picture.
    }
  };
}
