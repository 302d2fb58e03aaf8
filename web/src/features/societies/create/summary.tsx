import { useTranslation } from 'react-i18next';
import { Excerpt } from '@/components/excerpt';
import { SocietyTile } from '@/components/society-tile';
import { useCategoryName, useSocietyTagName } from '../category-name';
import type { SocietyValues } from '../form/society-values';
import css from './create.module.css';

/** Preview of the new society. */
export function Summary({ values }: { values: SocietyValues }) {
  const { t } = useTranslation('create-society');
  const categoryName = useCategoryName();
  const tagName = useSocietyTagName();
  const { name, description, category, image, tags } = values;
  return (
    <section className={css.summary} aria-label={t('summary')}>
      <h3 className="micro dim">{t('summary')}</h3>
      <div className={css.who}>
        {image.trim() && <SocietyTile id={name.trim()} category={category} image={image.trim()} size={56} />}
        <div className="grow">
          <p className="h3">
            <bdi>{name}</bdi>
          </p>
          <p className="small dim">{categoryName(category)}</p>
        </div>
      </div>
      <Excerpt as="p" lines={3} className="small soft">
        {description}
      </Excerpt>
      {tags.length > 0 && (
        <ul className={css.tags}>
          {tags.map((tag) => (
            <li key={tag} className={`${css.tag} micro`}>
              <bdi>{tagName(tag)}</bdi>
            </li>
          ))}
        </ul>
      )}
      <p className="small dim">{t('afterwards')}</p>
    </section>
  );
}
