import { type CSSProperties, useState } from 'react';
import { imageFor, isUpload } from '#models/contract/image-sizes';

/** Whether an image is an upload or a file just chosen: the browser loads no photo from another server. */
const isAddress = (image: string | null | undefined): image is string =>
  Boolean(image && (isUpload(image) || /^(data:image\/|blob:)/.test(image)));

interface PictureProps {
  /** The drawing, shown until the photo has loaded and if it fails. */
  svg: string;
  image?: string | null | undefined;
  /** Shown width in pixels, if fixed: no larger photo is fetched. */
  width?: number | undefined;
  className?: string | undefined;
  style?: CSSProperties | undefined;
}

/** A drawn picture, covered by a photo once that has loaded. Decorative: the name is always next to it. */
export function Picture({ svg, image, width, className = '', style }: PictureProps) {
  const [broken, setBroken] = useState<string | null>(null);
  // A rendered page lacks the drawings further down: see server/drawings.ts.
  const draw = (drawn: HTMLElement | null): void => {
    if (drawn?.firstChild === null) drawn.innerHTML = svg;
  };
  return (
    <span className={`art ${className}`} style={style} aria-hidden="true">
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: drawn by our own generator; initials are stripped of markup there. */}
      <span ref={draw} className="art-drawn" dangerouslySetInnerHTML={{ __html: svg }} />
      {isAddress(image) && image !== broken && (
        <img key={image} {...imageFor(image, width)} alt="" loading="lazy" decoding="async" onError={() => setBroken(image)} />
      )}
    </span>
  );
}
