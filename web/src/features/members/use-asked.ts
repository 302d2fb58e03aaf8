import { useSearchParams } from 'react-router-dom';

/** The dialog that the page's address asks for, so that other pages can lead to it. */
export function useAsked(name: string) {
  const [params, setParams] = useSearchParams();
  const set = (value: string | null) =>
    setParams(
      (old) => {
        if (value === null) old.delete(name);
        else old.set(name, value);
        return old;
      },
      { replace: true },
    );
  return { value: params.get(name), set };
}
