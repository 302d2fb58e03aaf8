/** Pixels of one camera picture (RGBA). */
export interface Picture {
  width: number;
  height: number;
  data: Uint8ClampedArray;
}
/** Returns the text of the QR code in a picture; throws if there is none. */
export type Decode = (picture: Picture) => string;

/** Milliseconds out of sight after which the same code is reported again: a ticket stays in view for a while. */
const repeatInterval = 5000;

/** Returns a reader that calls `onCode` once per code while it stays in view. */
export function codeReader(decode: Decode, onCode: (code: string) => void, clock = Date.now): (picture: Picture) => void {
  let lastCode = '';
  let lastSeenAt = Number.NEGATIVE_INFINITY;
  return (picture) => {
    let code: string;
    try {
      code = decode(picture).trim();
    } catch {
      return;
    }
    const now = clock();
    const isNew = code !== lastCode || now - lastSeenAt > repeatInterval;
    lastCode = code;
    lastSeenAt = now;
    if (code && isNew) onCode(code);
  };
}
