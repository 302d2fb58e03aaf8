import { type CSSProperties, useState } from 'react';
import { imageFor, isUpload } from '#models/contract/image-sizes';

/** An upload, or a file that was just chosen: no photo is asked of another server. */
const isAddress = (image: string | null | undefined): image is string =>
  Boolean(image && (isUpload(image) || /^(data:image\/|blob:)/.test(image)));

interface PictureProps {
  /** The drawing: what is seen until the photo is there, and where it fails. */
  svg: string;
  image?: string | null | undefined;
  /** How wide it is shown, in pixels, as far as that is known: a photo is fetched no larger. */
  width?: number | undefined;
  className?: string | undefined;
  style?: CSSProperties | undefined;
}

/** A drawn picture, with a photo over it once that is loaded. Decorative: the name always stands beside it. */
export function Picture({ svg, image, width, className = '', style }: PictureProps) {
  const [broken, setBroken] = useState<string | null>(null);
  return (
    <span className={`art ${className}`} style={style} aria-hidden="true">
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: drawn by our own generator; initials are stripped of markup there. */}
      <span className="art-drawn" dangerouslySetInnerHTML={{ __html: svg }} />
      {isAddress(image) && image !== broken && (
        <img key={image} {...imageFor(image, width)} alt="" loading="lazy" decoding="async" onError={() => setBroken(image)} />
      )}
    </span>
  );
}
