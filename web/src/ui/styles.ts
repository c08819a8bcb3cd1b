// Mantine lies in a cascade layer of its own, so that our modules win without fighting for specificity.
import '@mantine/core/styles.layer.css'
import './tokens.css'
