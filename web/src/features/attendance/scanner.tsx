import { IconCameraOff } from '@tabler/icons-react';
import decodeQr from 'qr/decode.js';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import css from './door.module.css';
import type { Decode } from './read-codes';
import { useCamera } from './use-camera';

const decodePicture: Decode = (picture) => decodeQr(picture);

interface ScannerProps {
  onCode: (code: string) => void;
  decode?: Decode;
}

/** Camera picture; calls `onCode` with each ticket code in it. */
export default function Scanner({ onCode, decode = decodePicture }: ScannerProps) {
  const { t } = useTranslation('check-in');
  const video = useRef<HTMLVideoElement>(null);
  const state = useCamera(video, decode, onCode);
  if (state === 'refused' || state === 'missing')
    return (
      <p className={`${css.noCamera} small`} role="alert">
        <IconCameraOff size={20} stroke={1.75} aria-hidden="true" />
        {t(`checkIn.camera.${state}`)}
      </p>
    );
  return (
    <div className={css.camera}>
      <video ref={video} className={css.video} muted playsInline aria-label={t('checkIn.camera.picture')} />
      <span className={css.aim} aria-hidden="true" />
      <p className={`${css.hint} small`}>{t('checkIn.camera.hint')}</p>
    </div>
  );
}
