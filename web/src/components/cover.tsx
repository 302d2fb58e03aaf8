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

/** The cloth of a society or an event, drawn from its id, or its photo. */
export function Cover({ seed, category = '', image, width = 640, height = 240, className, style }: CoverProps) {
  const svg = useMemo(() => coverSvg({ seed, category, width, height }), [seed, category, width, height]);
  return <Picture svg={svg} image={image} width={width} className={className} style={style} />;
}
