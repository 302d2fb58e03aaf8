import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router-dom';

/**
 * Token of a mail's link, '' without one. Removed from the URL at once, so that it neither stays in the history nor leaks to
 * other pages.
 */
export function useMailedToken(): string {
  const [params, setParams] = useSearchParams();
  const [token] = useState(() => params.get('token') ?? '');
  const isInUrl = params.has('token');
  useEffect(() => {
    if (isInUrl) setParams({}, { replace: true });
  }, [isInUrl, setParams]);
  return token;
}
