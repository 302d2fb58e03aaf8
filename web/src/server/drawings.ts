/** Most drawings on a page as it is sent: those of a phone's first screens, and of a desktop's first. */
const most = { narrow: 10, wide: 24 };

const drawing = /(<span class="art-drawn">)<svg[\s\S]*?<\/svg>(<\/span>)/g;

/**
 * Leaves out the drawings further down, which are half of a long page's bytes. `Picture` draws them once the page is taken over; their
 * boxes keep their size.
 */
export function withFirstDrawings(body: string, isWide: boolean): string {
  let count = 0;
  return body.replace(drawing, (whole, start: string, end: string) => {
    count++;
    return count <= most[isWide ? 'wide' : 'narrow'] ? whole : start + end;
  });
}
