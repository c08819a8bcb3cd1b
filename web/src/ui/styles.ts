// Mantine's styles are in a cascade layer, so that CSS modules override them whatever their specificity.
import '@mantine/core/styles.layer.css'
import './tokens.css'
