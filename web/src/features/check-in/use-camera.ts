import { type RefObject, useEffect, useRef, useState } from 'react';
import { codeReader, type Decode, type Picture } from './read-codes';

export type CameraState = 'opening' | 'open' | 'refused' | 'missing';

const pause = 125;
const longestSide = 640;

/** What the camera sees now, no larger than is needed; null before its first picture. */
function pictureOf(video: HTMLVideoElement, canvas: HTMLCanvasElement): Picture | null {
  const { videoWidth, videoHeight } = video;
  if (videoWidth === 0) return null;
  const scale = Math.min(1, longestSide / Math.max(videoWidth, videoHeight));
  canvas.width = Math.round(videoWidth * scale);
  canvas.height = Math.round(videoHeight * scale);
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) return null;
  context.drawImage(video, 0, 0, canvas.width, canvas.height);
  return context.getImageData(0, 0, canvas.width, canvas.height);
}

async function openCamera(): Promise<MediaStream> {
  const { mediaDevices } = navigator as Partial<Navigator>;
  if (!mediaDevices) throw new DOMException('No camera on pages that are not secure', 'NotFoundError');
  return mediaDevices.getUserMedia({ video: { facingMode: 'environment' } });
}

const stateOf = (error: unknown): CameraState =>
  error instanceof DOMException && ['NotAllowedError', 'SecurityError'].includes(error.name) ? 'refused' : 'missing';

/** Reads codes from the camera while the component is on the screen and the page in sight. */
export function useCamera(video: RefObject<HTMLVideoElement | null>, decode: Decode, onCode: (code: string) => void): CameraState {
  const [state, setState] = useState<CameraState>('opening');
  const told = useRef(onCode);
  useEffect(() => {
    told.current = onCode;
  }, [onCode]);
  useEffect(() => {
    let stream: MediaStream | undefined;
    let isLeft = false;
    const canvas = document.createElement('canvas');
    const read = codeReader(decode, (code) => told.current(code));
    const stop = () => {
      for (const track of stream?.getTracks() ?? []) track.stop();
      stream = undefined;
    };
    const start = async () => {
      try {
        const opened = await openCamera();
        stop();
        stream = opened;
        const shown = video.current;
        if (isLeft || document.hidden || !shown) return stop();
        shown.srcObject = opened;
        await shown.play();
        setState('open');
      } catch (error) {
        if (!isLeft) setState(stateOf(error));
      }
    };
    const onSight = () => (document.hidden ? stop() : void start());
    const timer = setInterval(() => {
      const picture = stream && video.current ? pictureOf(video.current, canvas) : null;
      if (picture) read(picture);
    }, pause);
    document.addEventListener('visibilitychange', onSight);
    void start();
    return () => {
      isLeft = true;
      clearInterval(timer);
      document.removeEventListener('visibilitychange', onSight);
      stop();
    };
  }, [video, decode]);
  return state;
}
