const LARGEST = 200_000;
const SIDES = [512, 384, 256, 128];
const QUALITY = 0.85;

function draw(picture: ImageBitmap, side: number): string {
  const scale = Math.min(1, side / Math.max(picture.width, picture.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(picture.width * scale));
  canvas.height = Math.max(1, Math.round(picture.height * scale));
  const context = canvas.getContext('2d');
  if (!context) throw new Error('No canvas to draw on');
  // JPEG has no transparency: draw on white, or transparent parts would be black.
  context.fillStyle = 'white';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return canvas.toDataURL('image/jpeg', QUALITY);
}

/** Resizes a picture for the sign-up; returns a data: URL of at most 200 KB. */
export async function resizePhoto(file: Blob): Promise<string> {
  const picture = await createImageBitmap(file);
  try {
    for (const side of SIDES) {
      const url = draw(picture, side);
      if (url.length <= LARGEST) return url;
    }
  } finally {
    picture.close();
  }
  throw new Error('The picture stays too large');
}
