import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { Post } from '#models/contract/posts';
import { Badge, roleTone } from '@/components/badge';
import { Excerpt } from '@/components/excerpt';
import { PersonAvatar } from '@/components/person-avatar';
import { ProfileLink } from '@/components/profile-link';
import { SocietyTile } from '@/components/society-tile';
import { TimeAgo } from '@/components/time-ago';
import { useShownName } from '@/lib/use-shown-name';
import css from './post-card.module.css';
import { PostMarks } from './post-marks';

interface PostAuthorProps {
  post: Post;
  /** Leaves out the society's name and picture. */
  isOnSocietyPage: boolean;
  children?: ReactNode;
}

/** Header of a post: author, society, time; a role badge only for admins and moderators. */
export function PostAuthor({ post, isOnSocietyPage, children }: PostAuthorProps) {
  const { t } = useTranslation(['posts', 'common']);
  const nameOf = useShownName();
  const role = post.User_Role === 'admin' || post.User_Role === 'moderator' ? post.User_Role : null;
  return (
    <header className={css.head}>
      <span className={css.pair}>
        <ProfileLink id={post.User} tabIndex={-1} aria-hidden="true">
          <PersonAvatar id={post.User || post.ID} name={post.User_Name} image={post.User_Image} size={44} />
        </ProfileLink>
        {!isOnSocietyPage && (
          <span className={css.tile}>
            <SocietyTile id={post.Society_ID} category={post.Society_Category} size={22} ring />
          </span>
        )}
      </span>
      <div className="grow">
        <div className={`row ${css.names}`}>
          <b className={css.name}>
            <ProfileLink className={css.author ?? ''} id={post.User}>
              <Excerpt>{nameOf(post.User, post.User_Name)}</Excerpt>
            </ProfileLink>
          </b>
          {role && <Badge tone={roleTone[role]}>{t(`common:role.${role}`)}</Badge>}
          <PostMarks post={post} />
        </div>
        <div className={`${css.where} small dim`}>
          {!isOnSocietyPage && (
            <>
              <Link className={css.society ?? ''} to={`/societies/${post.Society_ID}`}>
                <Excerpt>{post.Society_Name || t('common:unknownSociety')}</Excerpt>
              </Link>
              <span aria-hidden="true">·</span>
            </>
          )}
          <TimeAgo time={post.CreatedAt} />
          {post.Edited_At && <span>· {t('posts:edited')}</span>}
        </div>
      </div>
      {children}
    </header>
  );
}
