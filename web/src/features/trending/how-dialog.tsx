import { useTranslation } from 'react-i18next';
import { Modal } from '@/components/modal';
import { formatNumber } from '@/lib/format';
import css from './how-dialog.module.css';

/** The worked example of docs/trending.md: likes, comments, age in hours, score. */
const example = [
  ['hike', 12, 4, 1, 3.08],
  ['pizza', 3, 1, 0, 1.41],
  ['finals', 90, 30, 24, 0.91],
  ['library', 200, 40, 96, 0.25],
] as const;
const columns = ['post', 'likes', 'comments', 'hours', 'score'] as const;

function Example() {
  const { t } = useTranslation('trending-how');
  return (
    <div className={css.scroll}>
      <table className={`${css.table} small`}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                {t(`column.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {example.map(([post, ...figures]) => (
            <tr key={post}>
              <th scope="row">{t(`post.${post}`)}</th>
              {figures.map((figure, index) => (
                <td key={columns[index + 1]}>{formatNumber(figure)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Points({ points }: { points: readonly string[] }) {
  return (
    <ul className={css.points}>
      {points.map((point) => (
        <li key={point}>{point}</li>
      ))}
    </ul>
  );
}

/** Explains the formula behind Trending Posts, as docs/trending.md does. */
export default function HowDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['trending-how', 'common']);
  return (
    <Modal size="lg" onClose={onClose} title={t('trending-how:title')}>
      <div className={css.text}>
        <p>{t('trending-how:lead')}</p>
        <h3 className="h3">{t('trending-how:formulaTitle')}</h3>
        <p className={css.formula}>{t('trending-how:formula')}</p>
        <p>{t('trending-how:formulaText')}</p>
        <h3 className="h3">{t('trending-how:exampleTitle')}</h3>
        <Example />
        <p>{t('trending-how:exampleText')}</p>
        <h3 className="h3">{t('trending-how:countsTitle')}</h3>
        <Points points={[t('trending-how:counts.posts'), t('trending-how:counts.often')]} />
        <h3 className="h3">{t('trending-how:notTitle')}</h3>
        <Points points={[t('trending-how:not.closed'), t('trending-how:not.other'), t('trending-how:not.back')]} />
        <p>{t('trending-how:blocks')}</p>
      </div>
    </Modal>
  );
}
