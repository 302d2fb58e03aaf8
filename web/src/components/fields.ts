// Form controls with their styles, for pages and dialogs that are loaded on first use. The shell must not import this.
import '@mantine/core/styles/Input.css';
import '@mantine/core/styles/InlineInput.css';
import '@mantine/core/styles/PasswordInput.css';
import '@mantine/core/styles/Checkbox.css';
import '@mantine/core/styles/Radio.css';
import '@mantine/core/styles/Switch.css';
import './fields.css';

export { Checkbox, NativeSelect, PasswordInput, Radio, Switch, Textarea, TextInput } from '@mantine/core';
