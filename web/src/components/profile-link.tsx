import { Link, type LinkProps } from 'react-router-dom';

/** Link to a person's profile; a masked person, without an id, has none. */
export function ProfileLink({ id, children, ...link }: Omit<LinkProps, 'to'> & { id: string }) {
  if (id === '') return <span className={link.className}>{children}</span>;
  return (
    <Link to={`/users/${id}`} {...link}>
      {children}
    </Link>
  );
}
