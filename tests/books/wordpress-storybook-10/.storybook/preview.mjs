import '@wordpress/components/build-style/style.css';

export default {};
