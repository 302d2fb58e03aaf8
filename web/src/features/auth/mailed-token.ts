import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router-dom';

/**
 * The secret of a mail's link, '' where there is none. It is taken out of the address at once, so that it stays in no history
 * and goes to no other page.
 */
export function useMailedToken(): string {
  const [params, setParams] = useSearchParams();
  const [token] = useState(() => params.get('token') ?? '');
  const isInAddress = params.has('token');
  useEffect(() => {
    if (isInAddress) setParams({}, { replace: true });
  }, [isInAddress, setParams]);
  return token;
}
