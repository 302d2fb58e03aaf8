// Form controls with their styles, for pages and dialogs that are loaded on first use. The shell must not import this.
import '@mantine/core/styles/Input.css';
import '@mantine/core/styles/InlineInput.css';
import '@mantine/core/styles/PasswordInput.css';
import '@mantine/core/styles/Checkbox.css';

export { Checkbox, NativeSelect, PasswordInput, Textarea, TextInput } from '@mantine/core';
