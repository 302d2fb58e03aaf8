import { useParams } from 'react-router-dom';
import { SinglePost } from '@/features/posts/single-post';

/** /posts/{id} */
export default function PostPage() {
  const { id = '' } = useParams();
  return (
    <div className="page narrow">
      <SinglePost key={id} id={id} />
    </div>
  );
}
