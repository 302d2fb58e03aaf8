// Fields for text and choices with their styles, apart from the other controls: the busiest pages load these alone.
import '@mantine/core/styles/Input.css';

export { NativeSelect, Textarea, TextInput } from '@mantine/core';
