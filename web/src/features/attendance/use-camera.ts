import { type RefObject, useEffect, useRef, useState } from 'react';
import { codeReader, type Decode, type Picture } from './read-codes';

export type CameraState = 'opening' | 'open' | 'refused' | 'missing';

/** Milliseconds between two pictures. */
const readInterval = 125;
/** Pictures are scaled down to this many pixels, to decode fast. */
const maxSide = 640;

/** The camera's current picture, scaled down; null before the first one. */
function pictureOf(video: HTMLVideoElement, canvas: HTMLCanvasElement): Picture | null {
  const { videoWidth, videoHeight } = video;
  if (videoWidth === 0) return null;
  const scale = Math.min(1, maxSide / Math.max(videoWidth, videoHeight));
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

/** Reads codes from the camera while the component is mounted and the page is visible. */
export function useCamera(video: RefObject<HTMLVideoElement | null>, decode: Decode, onCode: (code: string) => void): CameraState {
  const [state, setState] = useState<CameraState>('opening');
  const latestOnCode = useRef(onCode);
  useEffect(() => {
    latestOnCode.current = onCode;
  }, [onCode]);
  useEffect(() => {
    let stream: MediaStream | undefined;
    let isUnmounted = false;
    const canvas = document.createElement('canvas');
    const read = codeReader(decode, (code) => latestOnCode.current(code));
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
        if (isUnmounted || document.hidden || !shown) return stop();
        shown.srcObject = opened;
        await shown.play();
        setState('open');
      } catch (error) {
        if (!isUnmounted) setState(stateOf(error));
      }
    };
    const onVisibilityChange = () => (document.hidden ? stop() : void start());
    const timer = setInterval(() => {
      const picture = stream && video.current ? pictureOf(video.current, canvas) : null;
      if (picture) read(picture);
    }, readInterval);
    document.addEventListener('visibilitychange', onVisibilityChange);
    void start();
    return () => {
      isUnmounted = true;
      clearInterval(timer);
      document.removeEventListener('visibilitychange', onVisibilityChange);
      stop();
    };
  }, [video, decode]);
  return state;
}
