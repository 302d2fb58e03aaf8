/** What a picture is for who looks for a figure in it. */
export interface Picture {
  width: number;
  height: number;
  data: Uint8ClampedArray;
}
/** The text of the figure in a picture; throws where there is none. */
export type Decode = (picture: Picture) => string;

/** The same ticket stays before the camera for a while. */
const ignored = 5000;

/** Finds codes in pictures, and tells each once while it stays in sight. */
export function codeReader(decode: Decode, onCode: (code: string) => void, clock = Date.now): (picture: Picture) => void {
  let last = '';
  let seen = Number.NEGATIVE_INFINITY;
  return (picture) => {
    let code: string;
    try {
      code = decode(picture).trim();
    } catch {
      return;
    }
    const now = clock();
    const isNew = code !== last || now - seen > ignored;
    last = code;
    seen = now;
    if (code && isNew) onCode(code);
  };
}
