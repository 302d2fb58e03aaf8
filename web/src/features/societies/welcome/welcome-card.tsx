import { ActionIcon } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { type CSSProperties, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { coverSvg } from '#models/art/cover';
import type { Society } from '#models/contract/societies';
import { SocietyTile } from '@/components/society-tile';
import css from './welcome.module.css';

const pieces = Array.from({ length: 28 }, (_, index) => index);
const clothSize = 240;
/** Steps without a common divisor with the range, so that neighbours differ. */
const [xStep, delayStep, turnStep] = [37, 61, 73];

/** Place, delay and turn of one piece of confetti, cut from its own place of the cloth. */
const styleOf = (index: number): CSSProperties => ({
  insetInlineStart: `${(index * xStep) % 100}%`,
  animationDelay: `${((index * delayStep) % 100) * 9}ms`,
  backgroundPosition: `-${(index * turnStep) % clothSize}px -${(index * xStep) % clothSize}px`,
  ['--turn' as string]: `${((index * turnStep) % 360) + 180}deg`,
});

/** Falling pieces of the society's own cloth. */
function Confetti({ society: { ID, Category } }: { society: Society }) {
  const cloth = useMemo(
    () =>
      `url("data:image/svg+xml,${encodeURIComponent(coverSvg({ seed: ID, category: Category, width: clothSize, height: clothSize }))}")`,
    [ID, Category],
  );
  return (
    <div className={css.confetti} aria-hidden="true" style={{ ['--cloth' as string]: cloth }}>
      {pieces.map((index) => (
        <span key={index} style={styleOf(index)} />
      ))}
    </div>
  );
}

/** Card that welcomes a new member. */
export default function WelcomeCard({ society, onClose }: { society: Society; onClose: () => void }) {
  const { t } = useTranslation(['society', 'common']);
  const { ID, Name, Category, Image } = society;
  return (
    <div className={css.stage}>
      <Confetti society={society} />
      <div role="status" className={`card ${css.card}`}>
        <SocietyTile id={ID} category={Category} image={Image} size={56} />
        <div className="grow">
          <p className="h3">
            <bdi>{t('society:welcome.title', { society: Name })}</bdi>
          </p>
          <p className="small soft">{t('society:welcome.text')}</p>
        </div>
        <ActionIcon aria-label={t('common:close')} title={t('common:close')} size={44} onClick={onClose}>
          <IconX size={20} stroke={1.75} aria-hidden="true" />
        </ActionIcon>
      </div>
    </div>
  );
}
