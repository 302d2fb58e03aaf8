import { type CSSProperties, useMemo } from 'react';
import { coverSvg } from '#models/art/cover';
import { Picture } from './art/picture';

interface CoverProps {
  seed: string;
  category?: string;
  image?: string | null;
  width?: number;
  height?: number;
  className?: string;
  style?: CSSProperties;
}

/** The cover of a society or event: its photo, or a pattern drawn from its id. */
export function Cover({ seed, category = '', image, width = 640, height = 240, className, style }: CoverProps) {
  const svg = useMemo(() => coverSvg({ seed, category, width, height }), [seed, category, width, height]);
  return <Picture svg={svg} image={image} width={width} className={className} style={style} />;
}
