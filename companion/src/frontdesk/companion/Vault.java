package frontdesk.companion;

import android.security.keystore.KeyGenParameterSpec;
import android.security.keystore.KeyProperties;
import android.util.Base64;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Arrays;
import javax.crypto.Cipher;
import javax.crypto.KeyGenerator;
import javax.crypto.SecretKey;
import javax.crypto.spec.GCMParameterSpec;

/** Encrypts with a key that never leaves the phone's Keystore (AES-GCM), bound to the server it is for. */
final class Vault {
    private static final String STORE = "AndroidKeyStore";
    private static final String ALIAS = "frontdesk";
    private static final String CIPHER = "AES/GCM/NoPadding";
    private static final int NONCE_BYTES = 12;
    private static final int TAG_BITS = 128;

    private Vault() {}

    static String lock(String secret, String server) throws GeneralSecurityException {
        Cipher cipher = Cipher.getInstance(CIPHER);
        cipher.init(Cipher.ENCRYPT_MODE, key(true));
        cipher.updateAAD(server.getBytes(StandardCharsets.UTF_8));
        byte[] sealed = cipher.doFinal(secret.getBytes(StandardCharsets.UTF_8));
        byte[] nonce = cipher.getIV();
        byte[] both = Arrays.copyOf(nonce, nonce.length + sealed.length);
        System.arraycopy(sealed, 0, both, nonce.length, sealed.length);
        return Base64.encodeToString(both, Base64.NO_WRAP);
    }

    /** Null where the phone no longer has the key, as after moving to another phone. */
    static String open(String locked, String server) {
        try {
            SecretKey key = key(false);
            if (key == null) return null;
            byte[] both = Base64.decode(locked, Base64.NO_WRAP);
            Cipher cipher = Cipher.getInstance(CIPHER);
            cipher.init(Cipher.DECRYPT_MODE, key, new GCMParameterSpec(TAG_BITS, both, 0, NONCE_BYTES));
            cipher.updateAAD(server.getBytes(StandardCharsets.UTF_8));
            return new String(cipher.doFinal(both, NONCE_BYTES, both.length - NONCE_BYTES), StandardCharsets.UTF_8);
        } catch (GeneralSecurityException | IllegalArgumentException lost) {
            return null;
        }
    }

    private static SecretKey key(boolean create) throws GeneralSecurityException {
        try {
            KeyStore store = KeyStore.getInstance(STORE);
            store.load(null);
            SecretKey key = (SecretKey) store.getKey(ALIAS, null);
            if (key != null || !create) return key;
            KeyGenerator generator = KeyGenerator.getInstance(KeyProperties.KEY_ALGORITHM_AES, STORE);
            generator.init(new KeyGenParameterSpec.Builder(
                            ALIAS, KeyProperties.PURPOSE_ENCRYPT | KeyProperties.PURPOSE_DECRYPT)
                    .setBlockModes(KeyProperties.BLOCK_MODE_GCM)
                    .setEncryptionPaddings(KeyProperties.ENCRYPTION_PADDING_NONE)
                    .setKeySize(256)
                    .build());
            return generator.generateKey();
        } catch (IOException cause) {
            throw new GeneralSecurityException(cause);
        }
    }
}
