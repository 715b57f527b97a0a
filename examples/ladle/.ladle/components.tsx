import '../../storybook/src/components/theme.css';
