import { useMemo } from 'react';
import { coverSvg } from '#models/art/cover';
import css from './art/art.module.css';
import { Picture } from './art/picture';

interface SocietyTileProps {
  id: string;
  category?: string;
  image?: string | null;
  /** In pixels, or any other length. */
  size?: number | string;
  ring?: boolean;
}

/** A society's picture as a square tile; people are round. */
export function SocietyTile({ id, category = '', image, size = 40, ring = false }: SocietyTileProps) {
  const svg = useMemo(() => coverSvg({ seed: id, category, width: 64, height: 64, kind: 'tile' }), [id, category]);
  return (
    <Picture
      svg={svg}
      image={image}
      width={typeof size === 'number' ? size : undefined}
      className={ring ? css.ring : ''}
      style={{ inlineSize: size, blockSize: size, borderRadius: '30%' }}
    />
  );
}
