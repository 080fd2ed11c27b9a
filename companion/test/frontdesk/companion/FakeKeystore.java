package frontdesk.companion;

import android.security.keystore.KeyGenParameterSpec;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.security.InvalidAlgorithmParameterException;
import java.security.Key;
import java.security.KeyStoreSpi;
import java.security.Provider;
import java.security.SecureRandom;
import java.security.Security;
import java.security.cert.Certificate;
import java.security.spec.AlgorithmParameterSpec;
import java.util.Collections;
import java.util.Date;
import java.util.Enumeration;
import java.util.HashMap;
import java.util.Map;
import javax.crypto.KeyGeneratorSpi;
import javax.crypto.SecretKey;
import javax.crypto.spec.SecretKeySpec;

/** Stands in for the Keystore's chip, which Robolectric has none of: keys by name, kept with the app's files where it has a folder. */
public final class FakeKeystore extends Provider {
    private static final Map<String, SecretKey> keys = new HashMap<>();

    private FakeKeystore() {
        super("AndroidKeyStore", 1, "keys of a test");
        put("KeyStore.AndroidKeyStore", Store.class.getName());
        put("KeyGenerator.AES", Generator.class.getName());
    }

    static void install() {
        Security.removeProvider("AndroidKeyStore");
        Security.addProvider(new FakeKeystore());
    }

    /** A phone whose Keystore was cleared. */
    static void forget() {
        keys.clear();
    }

    private static File file(String alias) {
        String home = System.getProperty("companion.home");
        return home == null ? null : new File(home, alias + ".key");
    }

    public static final class Generator extends KeyGeneratorSpi {
        private String alias;

        @Override
        protected void engineInit(AlgorithmParameterSpec spec, SecureRandom random) throws InvalidAlgorithmParameterException {
            KeyGenParameterSpec wanted = (KeyGenParameterSpec) spec;
            if (wanted.getKeySize() != 256) throw new InvalidAlgorithmParameterException("256 bits are wanted");
            alias = wanted.getKeystoreAlias();
        }

        @Override
        protected SecretKey engineGenerateKey() {
            byte[] bytes = new byte[32];
            new SecureRandom().nextBytes(bytes);
            SecretKey key = new SecretKeySpec(bytes, "AES");
            keys.put(alias, key);
            try {
                if (file(alias) != null) Files.write(file(alias).toPath(), bytes);
            } catch (IOException cause) {
                throw new IllegalStateException(cause);
            }
            return key;
        }

        @Override
        protected void engineInit(SecureRandom random) {}

        @Override
        protected void engineInit(int size, SecureRandom random) {}
    }

    public static final class Store extends KeyStoreSpi {
        @Override
        public Key engineGetKey(String alias, char[] password) {
            File file = file(alias);
            try {
                if (!keys.containsKey(alias) && file != null && file.exists())
                    keys.put(alias, new SecretKeySpec(Files.readAllBytes(file.toPath()), "AES"));
            } catch (IOException cause) {
                throw new IllegalStateException(cause);
            }
            return keys.get(alias);
        }

        @Override
        public boolean engineContainsAlias(String alias) {
            return engineGetKey(alias, null) != null;
        }

        @Override
        public boolean engineIsKeyEntry(String alias) {
            return engineContainsAlias(alias);
        }

        @Override
        public void engineDeleteEntry(String alias) {
            keys.remove(alias);
        }

        @Override
        public Enumeration<String> engineAliases() {
            return Collections.enumeration(keys.keySet());
        }

        @Override
        public int engineSize() {
            return keys.size();
        }

        @Override
        public Certificate[] engineGetCertificateChain(String alias) {
            return null;
        }

        @Override
        public Certificate engineGetCertificate(String alias) {
            return null;
        }

        @Override
        public Date engineGetCreationDate(String alias) {
            return null;
        }

        @Override
        public void engineSetKeyEntry(String alias, Key key, char[] password, Certificate[] chain) {}

        @Override
        public void engineSetKeyEntry(String alias, byte[] key, Certificate[] chain) {}

        @Override
        public void engineSetCertificateEntry(String alias, Certificate certificate) {}

        @Override
        public boolean engineIsCertificateEntry(String alias) {
            return false;
        }

        @Override
        public String engineGetCertificateAlias(Certificate certificate) {
            return null;
        }

        @Override
        public void engineStore(OutputStream stream, char[] password) {}

        @Override
        public void engineLoad(InputStream stream, char[] password) {}
    }
}
