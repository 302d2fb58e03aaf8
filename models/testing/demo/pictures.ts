import sharp from 'sharp';
import { uploadPath } from '#models/contract/uploads';
import { toId } from '#models/db/model';
import type { PostDoc } from '#models/db/posts';
import type { SocietyDoc } from '#models/db/societies';
import type { UploadDoc } from '#models/db/uploads';
import type { Context } from './context.js';
import { indoorScenes } from './indoor-scenes.js';
import type { MadePost } from './posts.js';
import { seeded } from './random.js';
import { drawingTools, scenes } from './scenes.js';

const allScenes = { ...scenes, ...indoorScenes };
type SceneName = keyof typeof allScenes;

/** Scenes that fit the posts of a society, by its category. */
const scenesOf: Record<string, readonly SceneName[]> = {
  Technology: ['workshop'],
  Science: ['workshop', 'library'],
  'Arts & Culture': ['stage', 'lights'],
  'Sports & Recreation': ['court', 'mountains'],
  Academic: ['library', 'table'],
  Professional: ['table', 'city'],
  Environmental: ['garden', 'mountains'],
  Entrepreneurship: ['table', 'city'],
  'Language & Culture': ['library', 'lights'],
  Gaming: ['board'],
  'Community Service': ['garden', 'lights'],
};
const otherScenes: readonly SceneName[] = ['lights', 'city', 'desert', 'table'];
/** Drawings of each scene. */
const variants = 2;
const shareWithPicture = 0.4;
/** Blocked by the gateway; a test that has both in one process allows them while the demo is drawn. */
const drawingLoaders = { operation: ['VipsForeignLoadSvg'] };
const quality = 74;

/** Gives pictures to some of the newest posts, and to those that lead in trending. */
export function addPictures(context: Context, posts: readonly MadePost[]): void {
  const random = context.random('pictures');
  for (const [i, { doc, leads }] of posts.slice(-context.scale.pictured).entries())
    if (leads !== undefined || random.chance(shareWithPicture)) doc.image = uploadPath(String(context.idOf('upload', i)));
}

interface Drawing {
  scene: SceneName;
  variant: number;
}

/** Chooses a scene by the category, and varies it by the upload's id. */
function drawingOf(category: string, upload: string): Drawing {
  const fitting = scenesOf[category] ?? otherScenes;
  const turn = Number.parseInt(upload.slice(-6), 16);
  return { scene: fitting[turn % fitting.length] as SceneName, variant: Math.floor(turn / 7) % variants };
}

const draw = ({ scene, variant }: Drawing): Promise<Buffer> => {
  const { width, height } = drawingTools;
  const content = allScenes[scene](seeded(variant, scene));
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">${content}</svg>`;
  return sharp(Buffer.from(svg)).webp({ quality }).toBuffer();
};

async function drawEach(posts: readonly PostDoc[], societies: readonly SocietyDoc[]): Promise<UploadDoc[]> {
  const categories = new Map(societies.map(({ _id, category }) => [String(_id), category]));
  const drawn = new Map<string, Promise<Buffer>>();
  const pictured = posts.filter(({ image }) => image !== '');
  return Promise.all(
    pictured.map(async ({ image, author, society, createdAt }) => {
      const id = image.split('/').at(-1) ?? '';
      const drawing = drawingOf(categories.get(String(society)) ?? '', id);
      const key = `${drawing.scene} ${drawing.variant}`;
      const bytes = drawn.get(key) ?? draw(drawing);
      drawn.set(key, bytes);
      const { width, height } = drawingTools;
      return { _id: toId(id), owner: author, type: 'image/webp', bytes: await bytes, width, height, createdAt, orphanedAt: null };
    }),
  );
}

/** Draws the pictures of the posts that have one: the same for the same community. */
export async function drawUploads(posts: readonly PostDoc[], societies: readonly SocietyDoc[]): Promise<UploadDoc[]> {
  sharp.unblock(drawingLoaders);
  try {
    return await drawEach(posts, societies);
  } finally {
    sharp.block(drawingLoaders);
  }
}
