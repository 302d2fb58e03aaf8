// Form controls with their styles, for pages and dialogs that are loaded on first use. The shell must not import this.
import '@mantine/core/styles/InlineInput.css';
import '@mantine/core/styles/PasswordInput.css';
import '@mantine/core/styles/Checkbox.css';
import '@mantine/core/styles/Radio.css';
import '@mantine/core/styles/Switch.css';
import './fields.css';

export { Checkbox, PasswordInput, Radio, Switch } from '@mantine/core';
export { NativeSelect, Textarea, TextInput } from './text-fields';
